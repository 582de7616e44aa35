"""What turns readable rules into fast ones: state declarations, the one compiling decorator, bits and chance."""
