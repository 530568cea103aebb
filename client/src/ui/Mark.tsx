interface MarkProps {
  /** In pixels. */
  readonly size?: number;
  /** Give it where no name stands beside the mark. */
  readonly title?: string;
}

/** The cairn: three stones, each resting on the one before, in the colour of the text around it. */
export function Mark({ size = 24, title }: MarkProps) {
  const naming = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" {...naming}>
      <path d="M4.6 16.4h14.6a2.3 2.3 0 0 1 .5 4.55H4.9a2.3 2.3 0 0 1-.3-4.55Z" />
      <path d="M7.2 10.1h10a2.05 2.05 0 0 1 .2 4.1H7a2.05 2.05 0 0 1 .2-4.1Z" opacity=".78" />
      <path d="M10.3 3.2h3.9a2.35 2.35 0 0 1 .1 4.7h-4.1a2.35 2.35 0 0 1 .1-4.7Z" opacity=".56" />
    </svg>
  );
}
