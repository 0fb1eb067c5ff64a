import { anyone } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

export const pages = definePages([
  // The address of a key. Its company is not taken from the token: the page would tell everybody whose key it is.
  { name: 'seat_keys.use', path: '/sleutel/:token?', access: anyone, title: 'seat_keys.use.title', hideNavigation: true },
])
