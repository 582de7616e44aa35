"""What bridges to other libraries promise there."""
