import { Box, Tab, Tabs } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import type { TabSlot } from '#core/contract/web'
import { useApiQuery } from '#web/api'
import { useFormat, useMessagesOf, useT } from '#web/i18n'
import { LoadingState } from '../States.js'
import { useUrlParams } from '../url_params.js'
import { useSlotFills, type Fill } from './fills.js'
import { ShownFill } from './SlotOutlet.js'

/** The tabs' names are in their plugins' messages. */
export const useWordsOf = (fills: readonly Fill[]): boolean => useMessagesOf(fills.map(({ plugin }) => plugin))

/**
 * The number of items under a tab. Room for three digits is reserved from the start, so that nothing moves when the number arrives or stays
 * away.
 */
function Count({ fill: { key, plugin, count } }: { fill: Fill }) {
  const format = useFormat()
  const { data } = useApiQuery([plugin, 'tab_count', key], () => count!())
  return (
    <Box component="span" sx={{ minWidth: '3ch', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {data === undefined ? '' : format.number(data)}
    </Box>
  )
}

interface OwnTab {
  label: string
  content: ReactNode
}

export interface SlotTabsProps<P> {
  slot: TabSlot<P>
  with: P
  /** Names the row of tabs for screen readers. */
  label: string
  /** The page's own tab or tabs, which come first. */
  own?: OwnTab | readonly (OwnTab & { key: string })[]
  /** The tab's parameter in the address, for a page that consists of its tabs; changing the tab removes the filters of the previous one. */
  param?: string
  /** Parameters that every tab keeps. */
  keep?: readonly string[]
  /** Shown when there is no tab at all. */
  empty?: ReactNode
}

/** Milliseconds that MUI takes to scroll the selected tab into view. */
const WAY = 350

/** The arrow buttons beside the row appear later and reduce its width, so that the selected tab would be out of view again. */
function keepChosenInSight(tabs: HTMLDivElement | null) {
  const row = tabs?.querySelector('.MuiTabs-scroller')
  if (!row) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const chosen = row.querySelector('[aria-selected=true]')
    if (!chosen) return
    const [seen, it] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
    row.scrollLeft += Math.ceil(Math.max(0, it.right - seen.right)) - Math.ceil(Math.max(0, seen.left - it.left))
  }
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(look, WAY)
  })
  observer.observe(row)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}

const OWN = 'own'
const NONE: readonly string[] = []

/** A page's own content and what other plugins add to it, each under a tab; without additions only the own content. */
export function SlotTabs<P extends object>({ slot, with: props, label, own, param, keep = NONE, empty = null }: SlotTabsProps<P>) {
  const t = useT()
  const id = useId()
  const fills = useSlotFills(slot)
  const [params, editParams] = useUrlParams()
  const [kept, setKept] = useState(OWN)
  const ready = useWordsOf(fills)
  const owned: readonly (OwnTab & { key: string })[] = own ? ('label' in own ? [{ key: OWN, ...own }] : own) : []
  if (!fills.length && owned.length < 2) return owned[0] ? owned[0].content : empty
  if (!own && !ready) return <LoadingState shape="rows" count={5} />
  const tabs: { key: string; label: string; content?: ReactNode; fill?: Fill }[] = [
    ...owned,
    ...(ready ? fills.map((fill) => ({ key: fill.key, label: t(fill.label ?? fill.key), fill })) : []),
  ]
  const chosen = param ? params.get(param) : kept
  const current = tabs.find(({ key }) => key === chosen) ?? tabs[0]!
  const choose = (key: string) => {
    if (!param) return setKept(key)
    editParams((all) => {
      for (const name of [...all.keys()]) if (!keep.includes(name)) all.delete(name)
      if (key === OWN) all.delete(param)
      else all.set(param, key)
    })
  }
  const isCounted = tabs.some(({ fill }) => fill?.count)
  return (
    <>
      <Tabs
        ref={keepChosenInSight}
        value={current.key}
        onChange={(_, key: string) => choose(key)}
        aria-label={label}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider', '& .MuiTab-root': { px: 3, minWidth: 0 } }}
        // All as wide as the widest while there is room; otherwise of different widths, so that none is out of view.
        slotProps={{
          list: { sx: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(max-content, 1fr)', width: 'fit-content' } },
        }}
      >
        {tabs.map(({ key, label: name, fill }) => (
          <Tab
            key={key}
            value={key}
            label={name}
            {...(isCounted && { icon: fill?.count ? <Count fill={fill} /> : <span />, iconPosition: 'end' as const })}
            id={`${id}-${key}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`}>
        {current.fill ? (
          <ShownFill key={current.key} fill={current.fill} with={props} fallback={<LoadingState shape="rows" count={3} />} />
        ) : (
          current.content
        )}
      </Box>
    </>
  )
}
