"""Địa Giới Anh Hùng (Hero Realms): players build decks from a market and fight with them; DG-1 to DG-8."""
