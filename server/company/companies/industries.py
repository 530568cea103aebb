"""The industries of companies."""

from enum import StrEnum


class Industry(StrEnum):
    """The choices of a company, in the order in which they are shown."""

    EDUCATION = "Education"
    TECHNOLOGY = "Technology"
    HEALTHCARE = "Healthcare"
    FINANCE = "Finance"
    MANUFACTURING = "Manufacturing"
    RETAIL = "Retail"
    FASHION = "Fashion"
    CONSTRUCTION = "Construction"
    IT = "IT"
    FOOD_AND_BEVERAGE = "Food and Beverage"
    CONSULTING = "Consulting"
    NON_PROFIT = "Non-Profit"
    GOVERNMENT = "Government"
    OTHER = "Other"
