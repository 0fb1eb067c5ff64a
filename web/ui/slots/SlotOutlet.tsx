import { Component, Suspense, useEffect, type ReactNode } from 'react'
import type { Slot } from '#core/contract/web'
import { useSlotFills, type Fill } from './fills.js'

/** A broken fill must not break the page of another plugin. */
class FillBoundary extends Component<{ name: string; onBroken: (() => void) | undefined; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: unknown) {
    console.error(`Slot fill ${this.props.name} failed`, error)
    this.props.onBroken?.()
  }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}

/** Reports that the content beside it has loaded. */
function Settled({ onSettled }: { onSettled: () => void }) {
  useEffect(onSettled, [onSettled])
  return null
}

interface ShownFillProps {
  fill: Fill
  with: object
  fallback?: ReactNode
  /** It has loaded, or never will. */
  onSettled?: () => void
}

/** One fill, loaded when it is first shown. */
export function ShownFill({ fill, with: props, fallback = null, onSettled }: ShownFillProps) {
  const { key, Component: FillComponent } = fill
  return (
    <FillBoundary name={key} onBroken={onSettled}>
      <Suspense fallback={fallback}>
        <FillComponent {...props} />
        {onSettled && <Settled onSettled={onSettled} />}
      </Suspense>
    </FillBoundary>
  )
}

export interface SlotOutletProps<P> {
  slot: Slot<P>
  /** Passed to each fill; typed by the slot. */
  with: P
  /** Shown while fills load. Give it their height, so that nothing jumps. */
  fallback?: ReactNode
}

/** Shows what other plugins add to a place of this page: `<SlotOutlet slot={courseResultSlot} with={{ participationId }} />` */
export function SlotOutlet<P extends object>({ slot, with: props, fallback = null }: SlotOutletProps<P>) {
  return useSlotFills(slot).map((fill) => <ShownFill key={fill.key} fill={fill} with={props} fallback={fallback} />)
}

/** Whether any enabled plugin fills the slot for this person; for headings and menus that would otherwise be empty. */
export function useIsSlotFilled(slot: Slot<never> | Slot<object>): boolean {
  return useSlotFills(slot as Slot<object>).length > 0
}
