const BRANDS = [
  ["Visa", "visa"],
  ["Mastercard", "mastercard"],
  ["3D Secure", "3d-secure"],
];

/** Our own simple drawings of the payment brands' names (spec §2 Footer). */
export function PaymentLogos() {
  return (
    <ul className="flex gap-2">
      {BRANDS.map(([name, file]) => (
        <li key={name}>
          <img src={`/payments/${file}.svg`} alt={name} width="52" height="32" loading="lazy" />
        </li>
      ))}
    </ul>
  );
}
