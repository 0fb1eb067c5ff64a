import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { isAllowed } from '#core/contract/access'
import type { Slot, SlotFill } from '#core/contract/web'
import { lazyWithWords } from '#web/i18n'
import { subjectAtom } from '#web/session'
import { store } from '../../boot/store.js'
import { webPlugins } from '../../boot/web_plugins.js'

export interface Fill {
  key: string
  plugin: string
  order: number
  access: SlotFill['access']
  /** Message id; only in slots whose fills have a name. */
  label: string | undefined
  /** For widgets only. */
  width: SlotFill['width']
  height: number | undefined
  count: (() => Promise<number>) | undefined
  Component: ComponentType<object>
}

const bySlot = new Map<string, Fill[]>()

function toFill(plugin: string, { key, order, access, label, width, height, count, load, shown }: SlotFill): Fill {
  return {
    key: `${plugin}.${key}`,
    plugin,
    order,
    access,
    label,
    width,
    height,
    count,
    Component:
      (shown as unknown as ComponentType<object> | undefined) ??
      lazyWithWords(plugin, load as unknown as () => Promise<{ default: ComponentType<object> }>),
  }
}

function fillsOf(slot: string): Fill[] {
  let fills = bySlot.get(slot)
  if (!fills) {
    fills = webPlugins
      .flatMap((plugin) => (plugin.fills ?? []).filter((fill) => fill.slot === slot).map((fill) => toFill(plugin.id, fill)))
      .sort((a, b) => a.order - b.order)
    bySlot.set(slot, fills)
  }
  return fills
}

const allowedIn = (slot: string, subject: Parameters<typeof isAllowed>[1]) =>
  fillsOf(slot).filter(({ access }) => !access || isAllowed(access, subject))

/** The plugins that fill a slot for this person, whose messages a page needs. */
export const pluginsIn = (slot: Slot<never> | Slot<object>): string[] =>
  allowedIn(slot.name, store.get(subjectAtom)).map(({ plugin }) => plugin)

/** Returns the fills of a slot by the enabled plugins for this person, in order. */
export function useSlotFills<P, W extends object>(slot: Slot<P, W>): Fill[] {
  return allowedIn(slot.name, useAtomValue(subjectAtom))
}
