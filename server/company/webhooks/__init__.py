"""What a company's own systems are told: the audit trail, as calls to addresses that the company names."""
