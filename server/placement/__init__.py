"""Employers, openings, who fits them, and offers."""
