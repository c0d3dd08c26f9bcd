"""`exactua migrate`: what older versions wrote, and what becomes of it here."""
