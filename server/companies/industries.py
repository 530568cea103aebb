from enum import StrEnum


class Industry(StrEnum):
    """What a company may say that it does, in the order in which the choices are shown."""

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
