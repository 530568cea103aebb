"""SCIM 2.0: directories such as Entra ID and Okta keep a company's people and batches by it."""
