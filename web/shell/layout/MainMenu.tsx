import { Box, ButtonBase, MenuItem } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { Icon, PopupMenu } from '#web/ui'
import { isCurrent, useNavigation } from '../navigation.js'

const ENTRY = {
  display: 'flex',
  alignItems: 'center',
  px: 3,
  color: 'text.secondary',
  textDecoration: 'none',
  fontSize: '0.9375rem',
  fontWeight: 550,
  whiteSpace: 'nowrap',
  borderTop: '3px solid transparent',
  borderBottom: '3px solid transparent',
  ...onHover({ color: 'text.primary' }),
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-current]': { color: 'text.primary', borderBottomColor: 'primary.main' },
} as const

/** The main places in one line; those that do not fit are under "more". */
export function MainMenu({ height }: { height: number }) {
  const t = useT()
  const { main } = useNavigation()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState(main.length)
  // The list takes all available room, so "more" moves close to its last entry.
  const [free, setFree] = useState(0)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  // Entries that do not fit wrap to a second, hidden line: the browser does the measuring.
  useLayoutEffect(() => {
    const measure = () => {
      const entries = [...(list.current?.children ?? [])] as HTMLElement[]
      const shown = entries.filter(({ offsetTop }) => offsetTop < height / 2)
      const last = shown.at(-1)
      setFitting(shown.length)
      setFree(last ? list.current!.clientWidth - last.offsetLeft - last.offsetWidth : 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list.current!)
    // Observe the entries too: a late font makes them wider while the list keeps its width.
    for (const entry of list.current!.children) observer.observe(entry)
    return () => observer.disconnect()
  }, [main, height])

  const rest = main.slice(fitting)
  const isInRest = rest.some((item) => isCurrent(item, pathname))
  return (
    <Box component="nav" aria-label={t('core.nav.main')} sx={{ display: 'flex', flex: 1, alignSelf: 'stretch', minWidth: 0 }}>
      <Box
        component="ul"
        ref={list}
        sx={{
          ...{ display: 'flex', flexWrap: 'wrap', position: 'relative', minWidth: 0, height, overflow: 'hidden' },
          ...{ m: 0, p: 0, listStyle: 'none', columnGap: 1 },
        }}
      >
        {main.map((item, index) => (
          <Box component="li" key={item.page} sx={{ display: 'flex', height, visibility: index < fitting ? 'visible' : 'hidden' }}>
            <Box component={RouterLink} to={item.path} aria-current={isCurrent(item, pathname) ? 'page' : undefined} sx={ENTRY}>
              {item.text}
            </Box>
          </Box>
        ))}
      </Box>
      {rest.length > 0 && (
        <>
          <ButtonBase
            aria-haspopup="menu"
            aria-expanded={Boolean(anchor)}
            aria-current={isInRest || undefined}
            onClick={(event) => setAnchor(event.currentTarget)}
            // Moved by a transform, because giving room back to the list would change what fits.
            style={{ transform: `translateX(${-free}px)` }}
            sx={{ ...ENTRY, flexShrink: 0, gap: 1, ml: 1 }}
          >
            {t('core.nav.more')}
            <Icon name="expand" />
          </ButtonBase>
          <PopupMenu label={t('core.nav.more')} anchor={anchor} onClose={() => setAnchor(null)}>
            {rest.map((item) => (
              <MenuItem
                key={item.page}
                component={RouterLink}
                to={item.path}
                selected={isCurrent(item, pathname)}
                onClick={() => setAnchor(null)}
                sx={{ minWidth: 200, gap: 3 }}
              >
                <Icon name={item.icon} sx={{ color: 'text.secondary' }} />
                {item.text}
              </MenuItem>
            ))}
          </PopupMenu>
        </>
      )}
    </Box>
  )
}
