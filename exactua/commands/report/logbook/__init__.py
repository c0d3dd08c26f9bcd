"""`exactua report logbook`: one check as a page that somebody else can do again."""
