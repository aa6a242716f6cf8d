/** Our own plain drawings of the payment brands' names (spec §2 Footer). */
export function PaymentLogos() {
  const plate = "h-8 w-13 rounded border border-line bg-white";
  return (
    <ul className="flex gap-2">
      <li>
        <svg viewBox="0 0 52 32" className={plate} role="img" aria-label="Visa">
          <text
            x="26"
            y="21.5"
            textAnchor="middle"
            fontSize="15"
            fontWeight="800"
            fontStyle="italic"
            fill="#1a2a6c"
            letterSpacing="-0.5"
          >
            VISA
          </text>
        </svg>
      </li>
      <li>
        <svg viewBox="0 0 52 32" className={plate} role="img" aria-label="Mastercard">
          <circle cx="21" cy="16" r="9" fill="#d9342b" />
          <circle cx="31" cy="16" r="9" fill="#f2a33a" fillOpacity="0.9" />
          <path d="M26 8.5a9 9 0 0 1 0 15a9 9 0 0 1 0-15z" fill="#ea6a2c" />
        </svg>
      </li>
      <li>
        <svg viewBox="0 0 52 32" className={plate} role="img" aria-label="3D Secure">
          <path d="M13 7l8 3v6c0 5-3.400 8-8 10c-4.600-2-8-5-8-10v-6z" fill="#2c6e49" />
          <path d="M9.500 16l2.600 2.600 4.600-5" fill="none" stroke="#fff" strokeWidth="2" />
          <text
            x="36.500"
            y="15"
            textAnchor="middle"
            fontSize="8.500"
            fontWeight="700"
            fill="#22302a"
          >
            3D
          </text>
          <text x="36.500" y="23.500" textAnchor="middle" fontSize="6.500" fill="#22302a">
            Secure
          </text>
        </svg>
      </li>
    </ul>
  );
}
