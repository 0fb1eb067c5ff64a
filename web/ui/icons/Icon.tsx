import type { SvgIconProps } from '@mui/material'
import { ICONS, type IconName } from './icon_map.js'

export interface IconProps extends Omit<SvgIconProps, 'name'> {
  /** A name from icon_map.ts. A name that is not there (a plugin's typing error) shows a neutral mark. */
  name: IconName | (string & {})
  /** Says what the icon means to a screen reader; leave it out when words stand beside it. */
  label?: string
}

/** An icon by meaning. Decorative unless it gets a `label`. */
export function Icon({ name, label, ...props }: IconProps) {
  const Component = ICONS[name as IconName] ?? ICONS.not_started
  return <Component fontSize="small" {...props} {...(label ? { titleAccess: label } : { 'aria-hidden': true })} />
}
