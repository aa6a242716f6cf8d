const HEIGHT = 40;
const STEP = 10;
const BAR = 7;

/**
 * A small bar chart with one value per day; today is last and highlighted. Time runs in reading
 * direction; the numbers are in the table below it.
 */
export function Bars({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const width = values.length * STEP - (STEP - BAR);
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-auto h-10 w-full text-accent rtl:-scale-x-100"
    >
      <rect y={HEIGHT - 1} width={width} height={1} className="fill-line" />
      {values.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(2, (value / highest) * HEIGHT);
        const isToday = index === values.length - 1;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            className={`fill-current ${isToday ? "" : "opacity-60"}`}
          />
        );
      })}
    </svg>
  );
}
