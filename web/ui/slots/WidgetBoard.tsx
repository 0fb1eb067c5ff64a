import { Box, Button, FormControlLabel, IconButton, Skeleton, Stack, Switch } from '@mui/material'
import type { WidgetSlot, WidgetWords } from '#core/contract/web'
import { useCallback, useState, startTransition } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { SidePanel } from '../SidePanel.js'
import { LoadingState } from '../States.js'
import { useSlotFills, type Fill } from './fills.js'
import { ShownFill } from './SlotOutlet.js'
import { useWordsOf } from './SlotTabs.js'

/** A person's own order of widgets, by key, and the hidden ones. Widgets in neither list come last. */
export interface WidgetLayout {
  order: string[]
  hidden: string[]
}

const FLEX: Record<WidgetWords['width'], string> = { full: '1 1 100%', wide: '7 1 55%', half: '1 1 45%', narrow: '5 1 35%' }

function arranged(fills: readonly Fill[], layout: WidgetLayout | null): Fill[] {
  const place = (key: string) => {
    const index = layout?.order.indexOf(key) ?? -1
    return index < 0 ? Number.MAX_SAFE_INTEGER : index
  }
  // The sort is stable: widgets that the person never moved keep their own order.
  return [...fills].sort((a, b) => place(a.key) - place(b.key))
}

interface WidgetBoardProps<P> {
  slot: WidgetSlot<P>
  with: P
  layout: WidgetLayout | null
}

/** The widgets of a page in this person's layout; a widget that is alone in its row fills it. */
export function WidgetBoard<P extends object>({ slot, with: props, layout }: WidgetBoardProps<P>) {
  const fills = arranged(useSlotFills(slot), layout).filter(({ key }) => !layout?.hidden.includes(key))
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  // As a transition, because rendering widgets is not urgent: input comes first.
  const settle = useCallback(
    (key: string) => startTransition(() => setSettled((before) => (before.has(key) ? before : new Set([...before, key])))),
    [],
  )
  // The height of a widget is unknown before it has loaded. Those below it load at the same time but are shown after it, so that nothing
  // moves.
  const last = fills.findIndex(({ key }) => !settled.has(key))
  return (
    // As high as the window meanwhile, so that the footer does not move up and down again.
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 5,
        alignContent: 'flex-start',
        alignItems: 'flex-start',
        minHeight: last < 0 ? 0 : '100vh',
      }}
    >
      {fills.map((fill, index) => (
        <Box
          key={fill.key}
          sx={{
            minWidth: 0,
            width: '100%',
            flex: { lg: FLEX[fill.width ?? 'full'] },
            ...(last >= 0 && index > last && { display: 'none' }),
          }}
        >
          <Widget fill={fill} with={props} onSettled={settle} />
        </Box>
      ))}
    </Box>
  )
}

function Widget({ fill, with: props, onSettled }: { fill: Fill; with: object; onSettled: (key: string) => void }) {
  const settle = useCallback(() => onSettled(fill.key), [fill.key, onSettled])
  return <ShownFill fill={fill} with={props} fallback={<Skeleton variant="rounded" height={fill.height ?? 200} />} onSettled={settle} />
}

interface WidgetArrangerProps<P> {
  slot: WidgetSlot<P>
  layout: WidgetLayout | null
  /** Null restores the default layout. */
  onChange: (layout: WidgetLayout | null) => void
  open: boolean
  onClose: () => void
}

/** A panel beside the board: lists each widget by name, to show, hide or move it by mouse or keyboard. Changes are visible at once. */
export function WidgetArranger<P extends object>({ slot, layout, onChange, open, onClose }: WidgetArrangerProps<P>) {
  const t = useT()
  const all = useSlotFills(slot)
  const ready = useWordsOf(all)
  const fills = arranged(all, layout)
  const keys = fills.map(({ key }) => key)
  const hidden = layout?.hidden ?? []
  const move = (index: number, by: -1 | 1) => {
    const order = [...keys]
    const [key] = order.splice(index, 1)
    order.splice(index + by, 0, key!)
    onChange({ order, hidden })
  }
  const show = (key: string, shown: boolean) =>
    onChange({ order: keys, hidden: shown ? hidden.filter((one) => one !== key) : [...hidden, key] })
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={t('core.widgets.arrange')}
      subtitle={t('core.widgets.text')}
      width={400}
      actions={
        <>
          {/* Never disabled, so that it keeps the focus after a press and Escape still works. */}
          <Button color="inherit" onClick={() => onChange(null)}>
            {t('core.widgets.reset')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {t('core.widgets.done')}
          </Button>
        </>
      }
    >
      {ready ? (
        <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {fills.map(({ key, label }, index) => {
            const name = t(label ?? key)
            return (
              <Stack
                component="li"
                key={key}
                direction="row"
                sx={{ alignItems: 'center', gap: 1, py: 1, borderBottom: '1px solid', borderColor: 'divider' }}
              >
                <FormControlLabel
                  sx={{ flex: 1, minWidth: 0, m: 0, gap: 3 }}
                  control={<Switch checked={!hidden.includes(key)} onChange={(_event, shown) => show(key, shown)} />}
                  label={name}
                />
                <IconButton
                  aria-label={t('core.widgets.up', { name })}
                  aria-disabled={index === 0}
                  onClick={() => index > 0 && move(index, -1)}
                  sx={{ opacity: index === 0 ? 0.3 : 1 }}
                >
                  <Icon name="up" />
                </IconButton>
                <IconButton
                  aria-label={t('core.widgets.down', { name })}
                  aria-disabled={index === fills.length - 1}
                  onClick={() => index < fills.length - 1 && move(index, 1)}
                  sx={{ opacity: index === fills.length - 1 ? 0.3 : 1 }}
                >
                  <Icon name="down" />
                </IconButton>
              </Stack>
            )
          })}
        </Stack>
      ) : (
        <LoadingState shape="rows" count={5} />
      )}
    </SidePanel>
  )
}
