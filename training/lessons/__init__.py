"""What a language model learns from: prompts as hirec writes them, with the replies wanted."""
