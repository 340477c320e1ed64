"""Địa Giới Anh Hùng (Hero Realms): decks are built from a market and fight with it; DG-1 to DG-8."""
