import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { use } from 'react'
import { Link as RouterLink } from 'react-router'
import { api, queryClient, useApiMutation, useApiPages } from '#web/api'
import { loadMessages, useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, SidePanel } from '#web/ui'
import { pagePath } from '../pages.js'

type Item = Awaited<ReturnType<typeof api.core.notifications.index>>['data'][number]

const KEY = ['core', 'notifications'] as const

/** Loaded with the code, once: a new promise on each render would never settle where loading fails. */
const words = loadMessages('notices')

/** Notifications, newest first. Opening one, or marking all, makes them read. */
export default function NotificationPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  use(words)
  const t = useT()
  const list = useApiPages(
    [...KEY, 'list'],
    (from) => api.core.notifications.index({ query: from ? { before: Number(from) } : {} }),
    ({ next }) => (next ? String(next) : null),
  )
  const read = useApiMutation((ids: number[] | null) => api.core.notifications.read({ body: ids ? { ids } : {} }), {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
  const items = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={t('core.notices.title')}
      width={440}
      actions={
        <>
          {items.some((item) => !item.read) && (
            <Button variant="outlined" loading={read.isPending} onClick={() => read.mutate(null)}>
              {t('core.notices.read_all')}
            </Button>
          )}
          <Button color="inherit" component={RouterLink} to={`${pagePath('core.profile') ?? '/profiel'}#notices`} onClick={onClose}>
            {t('core.notices.choose')}
          </Button>
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <LoadingState shape="rows" count={5} />
      ) : !items.length ? (
        <EmptyState icon="bell" title={t('core.notices.none')} text={t('core.notices.none_text')} />
      ) : (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((item) => (
            <Line
              key={item.id}
              item={item}
              onOpen={() => {
                if (!item.read) read.mutate([item.id])
                if (item.link) onClose()
              }}
            />
          ))}
          {list.hasNextPage && (
            <Button color="inherit" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('core.notices.more')}
            </Button>
          )}
        </Stack>
      )}
    </SidePanel>
  )
}

function Line({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  const weight = { fontWeight: item.read ? 450 : 650, overflowWrap: 'anywhere' } as const
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 3, py: 3, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Box
        aria-hidden
        sx={{ width: 8, height: 8, mt: 2, borderRadius: '50%', flexShrink: 0, bgcolor: item.read ? 'transparent' : 'primary.main' }}
      />
      <Stack sx={{ gap: 0.5, minWidth: 0, flex: 1, alignItems: 'flex-start' }}>
        {item.link ? (
          <Link component={RouterLink} to={item.link} onClick={onOpen} sx={{ ...weight, color: 'text.primary' }}>
            {item.subject}
          </Link>
        ) : (
          <Typography sx={weight}>{item.subject}</Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[!item.read && t('core.notices.new'), item.group, format.dateTime(item.at)].filter(Boolean).join(' · ')}
        </Typography>
        {!item.link && !item.read && (
          <Button size="small" color="inherit" onClick={onOpen} sx={{ ml: -1.5 }}>
            {t('core.notices.read_one')}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
