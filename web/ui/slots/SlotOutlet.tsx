import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import type { Slot, SlotFill } from '#core/contract/web'
import { loadMessages } from '#web/i18n'
import { webPlugins } from '../../boot/web_plugins.js'

interface Fill {
  key: string
  order: number
  Component: ComponentType<object>
}

const bySlot = new Map<string, Fill[]>()

function toFill(plugin: string, fill: SlotFill): Fill {
  const load = fill.load as unknown as () => Promise<{ default: ComponentType<object> }>
  return {
    key: `${plugin}.${fill.key}`,
    order: fill.order,
    Component: lazy(() => Promise.all([load(), loadMessages(plugin)]).then(([module]) => module)),
  }
}

function fillsOf(slot: string): Fill[] {
  let fills = bySlot.get(slot)
  if (!fills) {
    fills = webPlugins
      .flatMap((plugin) => (plugin.fills?.[slot] ?? []).map((fill) => toFill(plugin.id, fill)))
      .sort((a, b) => a.order - b.order)
    bySlot.set(slot, fills)
  }
  return fills
}

/** A fill that breaks must not take the page of another plugin with it. */
class FillBoundary extends Component<{ name: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: unknown) {
    console.error(`Slot fill ${this.props.name} failed`, error)
  }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}

export interface SlotOutletProps<P> {
  slot: Slot<P>
  /** Handed to each fill; typed by the slot. */
  with: P
  /** While fills load. Give it their height, so that nothing jumps. */
  fallback?: ReactNode
}

/** Shows what other plugins put in a place of this page: `<SlotOutlet slot={participantPanel} with={{ id }} />` */
export function SlotOutlet<P extends object>({ slot, with: props, fallback = null }: SlotOutletProps<P>) {
  return fillsOf(slot.name).map(({ key, Component: FillComponent }) => (
    <FillBoundary key={key} name={key}>
      <Suspense fallback={fallback}>
        <FillComponent {...props} />
      </Suspense>
    </FillBoundary>
  ))
}

/** Whether any plugin that is on fills the slot; for headings and tabs that would stand empty. */
export function isSlotFilled(slot: Slot<never> | Slot<object>): boolean {
  return fillsOf(slot.name).length > 0
}
