/** Generated from plugins/index.ts by web/web_halves.ts. */
declare module 'virtual:web-halves' {
  import type { WebPlugin } from '#core/contract/web'
  export const webHalves: readonly WebPlugin[]
}
