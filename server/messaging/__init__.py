"""Mail, SMS and what stands behind the bell."""
