import { Box, Tab, Tabs } from '@mui/material'
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { TabSlot } from '#core/contract/web'
import { loadMessages, useT } from '#web/i18n'
import { LoadingState } from '../States.js'
import { useFills, type Fill } from './fills.js'
import { ShownFill } from './SlotOutlet.js'

/** The names of tabs stand in their plugins' messages. True too when those could not be had: then ids show, and the page works. */
function useWordsOf(fills: readonly Fill[]): boolean {
  const [ready, setReady] = useState(false)
  const plugins = [...new Set(fills.map(({ plugin }) => plugin))].join(' ')
  useEffect(() => {
    let isCurrent = true
    void Promise.all(plugins.split(' ').filter(Boolean).map(loadMessages)).then(() => isCurrent && setReady(true))
    return () => {
      isCurrent = false
    }
  }, [plugins])
  return ready
}

export interface SlotTabsProps<P> {
  slot: TabSlot<P>
  with: P
  /** What the row of tabs is about, for screen readers. */
  label: string
  /** The first tab: the page's own. */
  own: { label: string; content: ReactNode }
}

/** A page's own part and what other plugins add to it, each under a tab; without any, the own part alone. */
export function SlotTabs<P extends object>({ slot, with: props, label, own }: SlotTabsProps<P>) {
  const t = useT()
  const id = useId()
  const fills = useFills(slot)
  const [chosen, choose] = useState('own')
  const ready = useWordsOf(fills)
  if (!fills.length) return own.content
  const tabs = [
    { key: 'own', label: own.label },
    ...(ready ? fills.map((fill) => ({ key: fill.key, label: t(fill.label ?? fill.key) })) : []),
  ]
  const current = tabs.some(({ key }) => key === chosen) ? chosen : 'own'
  const fill = fills.find(({ key }) => key === current)
  return (
    <>
      <Tabs
        value={current}
        onChange={(_, key: string) => choose(key)}
        aria-label={label}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        {tabs.map(({ key, label: name }) => (
          <Tab key={key} value={key} label={name} id={`${id}-${key}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {fill ? <ShownFill fill={fill} with={props} fallback={<LoadingState shape="rows" count={3} />} /> : own.content}
      </Box>
    </>
  )
}
