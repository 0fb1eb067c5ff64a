import type { ComponentType } from 'react'
import type { Access } from './access.js'

/** A page's own module. */
export interface PageModule {
  readonly default: ComponentType
  /**
   * The parts whose words it shows from the beginning, besides its plugin's own. They come before the page is drawn: words that come
   * later are drawn into all of it at once.
   */
  readonly words?: () => readonly string[]
}

type Loader = () => Promise<PageModule>

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
  /** What can be begun from anywhere, by the command palette. */
  readonly commands?: readonly PaletteCommand[]
}

/** Something to begin, at an address that shows it: `/deelnemers/groepen?nieuw=1`. */
export interface PaletteCommand {
  /** Message id: what one does ("Groep maken"). */
  readonly label: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly to: string
  /** Who is offered it; the page behind it decides for itself. */
  readonly access: Access
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
  /** Where the slot is one of widgets. */
  readonly width?: WidgetWords['width']
  readonly height?: number
  /** How many things lie under its tab, where the slot asks for it. */
  readonly count?: () => Promise<number>
  // Slots hand their own props; the slot's definition types them for the author.
  readonly load?: () => Promise<{ default: ComponentType<never> }>
  /** Instead of `load`, for what stands on every page and mostly shows nothing: a few lines, whose `lazyWithWords` brings the rest. */
  readonly shown?: ComponentType<never>
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

/** A place for tabs: each fill has a name, and may say how many things lie under it. */
export type TabSlot<P> = Slot<P, { readonly label: string; readonly count?: () => Promise<number> }>

/** What a widget says of itself: its name for who arranges them, how much of a row it wants, and its height in pixels until it is there. */
export interface WidgetWords {
  readonly label: string
  /** Of a row on a wide screen; whoever stands alone in a row fills it. */
  readonly width: 'full' | 'wide' | 'half' | 'narrow'
  readonly height: number
}

/** A place for widgets, which a person may order and hide: show it with `<WidgetBoard>`. */
export type WidgetSlot<P> = Slot<P, WidgetWords>

/** Declares a slot; keep it in the owning plugin's `contract/`. */
export function defineSlot<P>(name: string): Slot<P> {
  return Object.freeze({ name })
}

/** Declares a row of tabs that other plugins add to; show it with `<SlotTabs>`. */
export function defineTabSlot<P>(name: string): TabSlot<P> {
  return Object.freeze({ name })
}

/** Declares a board of widgets that other plugins add to. */
export function defineWidgetSlot<P>(name: string): WidgetSlot<P> {
  return Object.freeze({ name })
}

/** Puts a component into a slot, with its props and words checked against the slot's. */
export function fillSlot<P, W extends object>(
  slot: Slot<P, W>,
  fill: W & FillBase & ({ readonly load: () => Promise<{ default: ComponentType<P> }> } | { readonly shown: ComponentType<P> }),
): SlotFill {
  return { ...fill, slot: slot.name } as unknown as SlotFill
}
