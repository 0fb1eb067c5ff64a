import { Tooltip } from '@mui/material'
import type { ReactElement } from 'react'

interface TipProps {
  title: string
  /** What has this for its name too, by `aria-label`: on a phone and for a screen reader that is all there is. */
  children: ReactElement
}

let hovers: boolean | undefined
// It changes with a mouse that is plugged in; then the next page has them.
const canHover = () => (hovers ??= matchMedia('(any-hover: hover)').matches)

/**
 * Words beside an icon, for who hovers over it or comes there by keyboard. Where nothing can hover, they are left out: MUI's tooltip sets a state while React
 * puts it into the document, and a slow phone then draws what is new there, and all that waited for it, within the same task.
 */
export function Tip({ title, children }: TipProps) {
  return canHover() ? <Tooltip title={title}>{children}</Tooltip> : children
}
