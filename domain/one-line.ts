/** A text of one line: no control characters, no line breaks, no bidirectional overrides. */
export const ONE_LINE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
