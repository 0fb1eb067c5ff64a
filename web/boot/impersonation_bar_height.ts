/**
 * Height in pixels of the bar that an impersonating admin sees, reserved while it loads. On phones its buttons have a line of their
 * own.
 */
export const IMPERSONATION_BAR_HEIGHT = { xs: 96, sm: 44 } as const
