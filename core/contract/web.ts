import type { ComponentType } from 'react'
import type { Access } from './access.js'

type Loader = () => Promise<{ default: ComponentType }>

/**
 * The browser half of a plugin: which component shows which page. Paths,
 * access and navigation stand in the plugin's `pages.ts`, which both halves share.
 */
export interface WebPlugin {
  readonly id: string
  /** Page name → lazily loaded component. Every page of `pages.ts` needs one. */
  readonly pages: Readonly<Record<string, Loader>>
  /** What this plugin puts into other plugins' pages (see `fillSlot`). */
  readonly fills?: readonly SlotFill[]
}

/** What every fill says; a slot may ask for more (see `defineTabSlot`). */
interface FillBase {
  /** Unique within the plugin and slot; the React key. */
  readonly key: string
  /** Lower comes first. */
  readonly order: number
  /** Who sees it; without it everybody who sees the place. The calls behind it decide for themselves. */
  readonly access?: Access
}

export interface SlotFill extends FillBase {
  readonly slot: string
  /** Message id of its name, where the slot asks for one. */
  readonly label?: string
  // Slots hand their own props; the slot's definition types them for the author.
  readonly load: () => Promise<{ default: ComponentType<never> }>
}

/** Declares the browser half of a plugin. */
export function defineWebPlugin(plugin: WebPlugin): WebPlugin {
  return plugin
}

/**
 * A named place in a page that other plugins may fill. `P` are the props each
 * fill receives, `W` is what a fill says besides.
 */
export interface Slot<P, W extends object = object> {
  readonly name: string
  readonly props?: P
  readonly words?: W
}

/** A place for tabs: each fill has a name. */
export type TabSlot<P> = Slot<P, { readonly label: string }>

/** Declares a slot; keep it in the owning plugin's `contract/`. */
export function defineSlot<P>(name: string): Slot<P> {
  return Object.freeze({ name })
}

/** Declares a row of tabs that other plugins add to; show it with `<SlotTabs>`. */
export function defineTabSlot<P>(name: string): TabSlot<P> {
  return Object.freeze({ name })
}

/** Puts a component into a slot, with its props and words checked against the slot's. */
export function fillSlot<P, W extends object>(
  slot: Slot<P, W>,
  fill: W & FillBase & { readonly load: () => Promise<{ default: ComponentType<P> }> },
): SlotFill {
  return { ...fill, slot: slot.name } as unknown as SlotFill
}
