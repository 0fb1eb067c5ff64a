import { Alert, Button, Divider, Link, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { Fragment } from 'react'
import { ApiError, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { homePath, loginPath, userAtom } from '#web/session'
import { Icon, LoadingState, Section, ToneChip } from '#web/ui'
import { CompanyMark } from '../shell/layout/CompanyMark.js'

interface Health {
  status: 'good' | 'error'
  checks: Record<string, boolean>
}

const REFRESH = 30_000

/** 503 carries the same body as 200: not ready is an answer, not a failure. */
async function readHealth(): Promise<Health> {
  let response: Response
  try {
    response = await fetch('/health/ready', { cache: 'no-store' })
  } catch (error) {
    throw new ApiError(0, 'network', [], null, { cause: error })
  }
  return (await response.json()) as Health
}

/** /status: whether the platform works, by component. Public, so that it can be read when signing in fails. */
export default function StatusPage() {
  const t = useT()
  const format = useFormat()
  const health = useApiQuery(['core', 'health'], readHealth, { staleTime: REFRESH })
  const user = useAtomValue(userAtom)
  const home = user ? homePath(user.user_role) : loginPath()
  const good = health.data?.status === 'good'
  return (
    <Stack sx={{ width: '100%', maxWidth: 640, mx: 'auto', px: 5, py: { xs: 8, md: 16 }, gap: 6 }}>
      <CompanyMark height={36} />
      <Typography variant="h1" tabIndex={-1}>
        {t('core.status.title')}
      </Typography>
      {health.isPending && <LoadingState shape="rows" />}
      {health.isError && !health.data && <Alert severity="error">{t('core.status_page.unreachable')}</Alert>}
      {health.data && (
        <>
          <Alert severity={good ? 'success' : 'error'}>{t(good ? 'core.status_page.all_good' : 'core.status_page.trouble')}</Alert>
          <Section flush>
            {Object.entries(health.data.checks).map(([name, works], index) => (
              <Fragment key={name}>
                {index > 0 && <Divider />}
                <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', px: 5, py: 4, gap: 3 }}>
                  <Typography sx={{ fontWeight: 550 }}>{t(`core.status_page.checks.${name}`)}</Typography>
                  <ToneChip
                    tone={works ? 'success' : 'error'}
                    icon={works ? 'success' : 'error'}
                    label={t(works ? 'core.status_page.works' : 'core.status_page.fails')}
                  />
                </Stack>
              </Fragment>
            ))}
          </Section>
        </>
      )}
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {health.dataUpdatedAt ? t('core.status_page.checked_at', { time: format.time(health.dataUpdatedAt) }) : ''}
        </Typography>
        <Button
          variant="outlined"
          startIcon={<Icon name="retry" />}
          loading={health.isFetching}
          loadingPosition="start"
          onClick={() => void health.refetch()}
        >
          {t('core.status_page.check')}
        </Button>
      </Stack>
      <Link href={home} sx={{ alignSelf: 'flex-start', py: 2 }}>
        {t(user ? 'core.error_page.to_home' : 'core.error_page.to_login')}
      </Link>
    </Stack>
  )
}
