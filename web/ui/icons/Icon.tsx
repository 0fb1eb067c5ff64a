import type { SvgIconProps } from '@mui/material'
import { ICONS, type IconName } from './icon_map.js'

export interface IconProps extends Omit<SvgIconProps, 'name'> {
  /** A name from icon_map.ts. An unknown name, such as a typo in a plugin, shows a neutral icon. */
  name: IconName | (string & {})
  /** The icon's meaning for screen readers; leave it out when there is text beside the icon. */
  label?: string
}

/** An icon by meaning. Decorative unless it gets a `label`. */
export function Icon({ name, label, ...props }: IconProps) {
  const Component = ICONS[name as IconName] ?? ICONS.not_started
  return <Component fontSize="small" {...props} {...(label ? { titleAccess: label } : { 'aria-hidden': true })} />
}
