import { Tooltip } from '@mui/material'
import type { ReactElement } from 'react'

interface TipProps {
  title: string
  /** Must have the same text as `aria-label`, the only name on phones and for screen readers. */
  children: ReactElement
}

let hovers: boolean | undefined
// Plugging in a mouse changes it; the next page notices.
const canHover = () => (hovers ??= matchMedia('(any-hover: hover)').matches)

/**
 * A tooltip for mouse and keyboard. Left out where nothing can hover: MUI's tooltip sets a state when it mounts, which makes slow phones
 * render again in the same task.
 */
export function Tip({ title, children }: TipProps) {
  return canHover() ? <Tooltip title={title}>{children}</Tooltip> : children
}
