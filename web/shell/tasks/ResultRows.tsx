import { Box, Button, Stack, Typography } from '@mui/material'
import type { TaskView } from '#core/contract/tasks'
import { api, ApiError, useApiPages, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, TASKS_KEY } from '#web/ui'

/** The result of each row: failures first, with the reason. */
export function ResultRows({ task }: { task: TaskView }) {
  const t = useT()
  const { ofError } = useErrorText()
  const pages = useApiPages(
    [...TASKS_KEY, task.id, 'rows'],
    (from) => api.core.tasks.rows({ params: { id: task.id }, query: from ? { from: Number(from) } : {} }),
    ({ next }) => (next === null ? null : String(next)),
  )
  if (pages.error) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <LoadingState shape="text" count={3} />
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, gap: 2 }}>
      {pages.data.pages
        .flatMap(({ data }) => data)
        .map(({ key, name, code, unchanged }) => (
          <Box component="li" key={key}>
            <Typography variant="body2" sx={{ fontWeight: 550 }}>
              {name ?? t('core.tasks.row', { key })}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {code ? ofError(new ApiError(0, code), task.plugin) : t(unchanged ? 'core.tasks.row_unchanged' : 'core.tasks.row_done')}
            </Typography>
          </Box>
        ))}
      {pages.hasNextPage && (
        <Button
          size="small"
          color="inherit"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('core.tasks.more_results')}
        </Button>
      )}
    </Stack>
  )
}
