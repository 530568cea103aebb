"""What is made from the code while it is developed: documents, and the texts that translators find."""
