/** What the form may ask of the check. */
export interface RobotCheckHandle {
  /** Each payload is good for one call: this asks for another. */
  readonly reset: () => void;
}

/** What every widget reports to the check around it. */
export interface WidgetProps {
  /** The widget's payload, unchanged; null when it has none or no longer. */
  readonly onPayload: (payload: string | null) => void;
  readonly onReady: () => void;
  readonly onFailed: () => void;
}
