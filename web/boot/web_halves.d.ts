/** What web/web_halves.ts makes of plugins/index.ts. */
declare module 'virtual:web-halves' {
  import type { WebPlugin } from '#core/contract/web'
  export const webHalves: readonly WebPlugin[]
}
