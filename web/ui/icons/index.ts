export { Icon, type IconProps } from './Icon.js'
export type { IconName } from './icon_map.js'
