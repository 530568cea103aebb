/** The form's handle on the check. */
export interface RobotCheckHandle {
  /** Each payload is good for one call: this starts another check. */
  readonly reset: () => void;
}

/** The callbacks of every widget. */
export interface WidgetProps {
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
  readonly onReady: () => void;
  readonly onFailed: () => void;
}
