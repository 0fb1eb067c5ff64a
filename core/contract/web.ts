import type { ComponentType } from 'react'
import type { Access } from './access.js'

/** The module of a page. */
export interface PageModule {
  readonly default: ComponentType
  /**
   * The parts whose messages the page needs from the start, besides its plugin's own. They are loaded before the first render, because
   * messages that arrive later re-render the whole page.
   */
  readonly words?: () => readonly string[]
}

type Loader = () => Promise<PageModule>

/**
 * The browser half of a plugin: the component of each page. Paths, access and navigation are in the plugin's `pages.ts`, which both halves
 * share.
 */
export interface WebPlugin {
  readonly id: string
  /** Page name → lazily loaded component. Every page of `pages.ts` needs one. */
  readonly pages: Readonly<Record<string, Loader>>
  /** The plugin's additions to other plugins' pages (see `fillSlot`). */
  readonly fills?: readonly SlotFill[]
  /** The commands that the command palette offers everywhere. */
  readonly commands?: readonly PaletteCommand[]
}

/** A command that opens an address: `/deelnemers/groepen?nieuw=1`. */
export interface PaletteCommand {
  /** Message id of what the command does ("Groep maken"). */
  readonly label: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly to: string
  /** Who sees the command; the page behind it checks access itself. */
  readonly access: Access
}

/** Properties of every fill; a slot may require more (see `defineTabSlot`). */
interface FillBase {
  /** Unique within the plugin and slot; the React key. */
  readonly key: string
  /** Lower comes first. */
  readonly order: number
  /** Who sees it; by default everybody who sees the slot. The requests behind it check access themselves. */
  readonly access?: Access
}

export interface SlotFill extends FillBase {
  readonly slot: string
  /** Message id of its name, if the slot requires one. */
  readonly label?: string
  /** For a slot of widgets. */
  readonly width?: WidgetWords['width']
  readonly height?: number
  /** The number of items under its tab, if the slot uses it. */
  readonly count?: () => Promise<number>
  // Slots pass their own props; the slot's definition types them for the author.
  readonly load?: () => Promise<{ default: ComponentType<never> }>
  /** Instead of `load`, for a fill that is on every page and usually renders nothing: a few lines, whose `lazyWithWords` loads the rest. */
  readonly shown?: ComponentType<never>
}

/** Declares the browser half of a plugin. */
export function defineWebPlugin(plugin: WebPlugin): WebPlugin {
  return plugin
}

/**
 * A named slot in a page that other plugins can fill. `P` are the props that each fill receives, `W` are the additional properties of a
 * fill.
 */
export interface Slot<P, W extends object = object> {
  readonly name: string
  readonly props?: P
  readonly words?: W
}

/** A slot for tabs: each fill has a name, and may show the number of items under it. */
export type TabSlot<P> = Slot<P, { readonly label: string; readonly count?: () => Promise<number> }>

/** Properties of a widget: its name for people who arrange widgets, its share of a row, and its height in pixels while it loads. */
export interface WidgetWords {
  readonly label: string
  /** Share of a row on a wide screen; a widget that is alone in a row fills it. */
  readonly width: 'full' | 'wide' | 'half' | 'narrow'
  readonly height: number
}

/** A slot for widgets that a person can reorder and hide: render it with `<WidgetBoard>`. */
export type WidgetSlot<P> = Slot<P, WidgetWords>

/** Declares a slot; keep it in the owning plugin's `contract/`. */
export function defineSlot<P>(name: string): Slot<P> {
  return Object.freeze({ name })
}

/** Declares a row of tabs that other plugins can add to; render it with `<SlotTabs>`. */
export function defineTabSlot<P>(name: string): TabSlot<P> {
  return Object.freeze({ name })
}

/** Declares a board of widgets that other plugins can add to. */
export function defineWidgetSlot<P>(name: string): WidgetSlot<P> {
  return Object.freeze({ name })
}

/** Puts a component into a slot, with its props and properties checked against the slot's. */
export function fillSlot<P, W extends object>(
  slot: Slot<P, W>,
  fill: W & FillBase & ({ readonly load: () => Promise<{ default: ComponentType<P> }> } | { readonly shown: ComponentType<P> }),
): SlotFill {
  return { ...fill, slot: slot.name } as unknown as SlotFill
}
