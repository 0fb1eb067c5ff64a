import { Component, Suspense, type ReactNode } from 'react'
import type { Slot } from '#core/contract/web'
import { useFills, type Fill } from './fills.js'

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

/** One fill, loaded when it is first shown. */
export function ShownFill({ fill, with: props, fallback = null }: { fill: Fill; with: object; fallback?: ReactNode }) {
  const { key, Component: FillComponent } = fill
  return (
    <FillBoundary name={key}>
      <Suspense fallback={fallback}>
        <FillComponent {...props} />
      </Suspense>
    </FillBoundary>
  )
}

export interface SlotOutletProps<P> {
  slot: Slot<P>
  /** Handed to each fill; typed by the slot. */
  with: P
  /** While fills load. Give it their height, so that nothing jumps. */
  fallback?: ReactNode
}

/** Shows what other plugins put in a place of this page: `<SlotOutlet slot={courseResultSlot} with={{ participationId }} />` */
export function SlotOutlet<P extends object>({ slot, with: props, fallback = null }: SlotOutletProps<P>) {
  return useFills(slot).map((fill) => <ShownFill key={fill.key} fill={fill} with={props} fallback={fallback} />)
}

/** Whether any plugin that is on fills the slot for this person; for headings and menus that would stand empty. */
export function useIsSlotFilled(slot: Slot<never> | Slot<object>): boolean {
  return useFills(slot as Slot<object>).length > 0
}
