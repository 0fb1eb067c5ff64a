import type { ComponentType } from 'react'

type Loader = () => Promise<{ default: ComponentType }>

/**
 * The browser half of a plugin: which component shows which page. Paths,
 * access and navigation stand in the plugin's `pages.ts`, which both halves share.
 */
export interface WebPlugin {
  readonly id: string
  /** Page name → lazily loaded component. Every page of `pages.ts` needs one. */
  readonly pages: Readonly<Record<string, Loader>>
  /** Slot name → components this plugin puts there (see `defineSlot`). */
  readonly fills?: Readonly<Record<string, readonly SlotFill[]>>
}

export interface SlotFill {
  /** Unique within the plugin; the React key. */
  readonly key: string
  /** Lower comes first. */
  readonly order: number
  // Slots hand their own props; the slot's definition types them for the author.
  readonly load: () => Promise<{ default: ComponentType<never> }>
}

/** Declares the browser half of a plugin. */
export function defineWebPlugin(plugin: WebPlugin): WebPlugin {
  return plugin
}

/** A named place in a page that other plugins may fill. `P` are the props each fill receives. */
export interface Slot<P> {
  readonly name: string
  readonly props?: P
}

/** Declares a slot; keep it in the owning plugin's `contract/`. */
export function defineSlot<P>(name: string): Slot<P> {
  return Object.freeze({ name })
}

/** Puts a component into a slot, with its props checked against the slot's. */
export function fillSlot<P>(
  slot: Slot<P>,
  fill: { key: string; order: number; load: () => Promise<{ default: ComponentType<P> }> },
): Record<string, SlotFill[]> {
  return { [slot.name]: [fill as unknown as SlotFill] }
}
