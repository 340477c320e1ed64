"""Matches filmed under every light and judged from their pixels: conditions, hands, camera, score card."""
