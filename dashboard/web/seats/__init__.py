"""Who a visitor is: seats, the links that give them, and what each may."""
