import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material'
import { Navigate, useSearchParams } from 'react-router'
import { can } from '#core/contract/access'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { usePageTitle } from '#web/shell'
import { EmptyState, ErrorState, FactList, LoadingState, PageHeader, Section, SidePanel, StatusChip, usePanelParam } from '#web/ui'
import { contractStatuses } from '../../contract/index.js'
import type { ContractDetail } from '../../server/transformers/contract_transformer.js'
import { ContractForm } from '../components/ContractForm.js'

const CONTRACTS = '/administratie?tab=contracts.contracts'

/** /administratie/contract/?id= — the remainder of a contract, its users, and when it runs out at the current pace. */
export default function ContractPage() {
  const t = useT()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const query = useApiQuery(['contracts', 'contract', id], () => api.contracts.contracts.show({ params: { id } }), { enabled: id !== '' })
  const contract = query.data?.data
  usePageTitle(contract?.name)
  // Without an id there is nothing to wait for.
  if (!id) return <Navigate to={CONTRACTS} replace />
  if (contract) return <Page contract={contract} />
  if (query.error)
    return (
      <ErrorState asPage error={query.error} part="contracts" title={t('contracts.contract.failed')} onRetry={() => void query.refetch()} />
    )
  return <LoadingState shape="page" count={3} />
}

function Page({ contract }: { contract: ContractDetail }) {
  const t = useT()
  const format = useFormat()
  const panel = usePanelParam('wijzigen')
  const manages = useAllowed(can('contracts.manage'))
  return (
    <>
      <PageHeader
        title={contract.name}
        text={`${contract.company} · ${format.day(contract.starts_on)} – ${format.day(contract.ends_on)}`}
        trail={[{ label: t('contracts.list.title'), to: CONTRACTS }]}
        badge={<StatusChip of={contractStatuses} status={contract.status} />}
        {...(manages && { secondary: [{ label: t('contracts.edit'), icon: 'edit' as const, onClick: () => panel.open('1') }] })}
      />
      <Stack sx={{ gap: 5 }}>
        <Left contract={contract} />
        <Section title={t('contracts.agreed')}>
          <FactList
            facts={[
              { label: t('contracts.field.type'), value: t(`contracts.type.${contract.type}`) },
              {
                label: t('contracts.beyond'),
                value:
                  contract.limit === null
                    ? t('contracts.no_limit')
                    : contract.extra_cents === null
                      ? t('contracts.refused')
                      : t('contracts.extra', { amount: format.money(contract.extra_cents) }),
              },
              {
                label: t('contracts.field.courses'),
                value: contract.courses.length ? contract.courses.map(({ name }) => name).join(', ') : t('contracts.all_courses'),
              },
              { label: t('contracts.counts'), value: t(contract.only_started ? 'contracts.counts_started' : 'contracts.counts_all') },
              { label: t('contracts.field.email'), value: contract.email },
              { label: t('contracts.field.order_number'), value: contract.order_number },
            ]}
          />
        </Section>
        <Uses contract={contract} />
      </Stack>
      <SidePanel open={panel.value !== null} onClose={panel.close} title={t('contracts.edit')}>
        {panel.value !== null && <ContractForm contract={contract} onDone={panel.close} onCancel={panel.close} />}
      </SidePanel>
    </>
  )
}

/** The remainder comes first: people open the page for it. */
function Left({ contract }: { contract: ContractDetail }) {
  const t = useT()
  const format = useFormat()
  const { limit, used } = contract
  const share = limit ? Math.min(100, (used / limit) * 100) : 0
  return (
    <Section title={t('contracts.consumption')}>
      {limit === null ? (
        <Typography>{t('contracts.used_free', { used: format.number(used) })}</Typography>
      ) : (
        <Stack sx={{ gap: 3 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 3, flexWrap: 'wrap' }}>
            <Typography variant="h3">{t('contracts.left', { count: Math.max(0, limit - used) })}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('contracts.used_of', { used: format.number(used), limit: format.number(limit) })}
            </Typography>
          </Stack>
          <LinearProgress
            variant="determinate"
            value={share}
            aria-label={t('contracts.consumption')}
            sx={{ height: 8, borderRadius: '4px' }}
          />
          {used >= limit && contract.status === 'active' ? (
            <Alert severity="warning">
              {contract.extra_cents === null
                ? t('contracts.full_refused')
                : t('contracts.full_extra', { amount: format.money(contract.extra_cents) })}
            </Alert>
          ) : contract.runs_out_on ? (
            <Alert severity="warning">{t('contracts.runs_out', { day: format.day(contract.runs_out_on) })}</Alert>
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('contracts.lasts')}
            </Typography>
          )}
        </Stack>
      )}
      {contract.extra_total_cents > 0 && (
        <Typography variant="body2">
          {t('contracts.extra_total', { amount: format.money(contract.extra_total_cents) })}
          {contract.extra_open_cents > 0 && ` ${t('contracts.extra_open', { amount: format.money(contract.extra_open_cents) })}`}
        </Typography>
      )}
      {contract.by_course.length > 0 && (
        <FactList facts={contract.by_course.map(({ course, count }) => ({ label: course, value: format.number(count) }))} />
      )}
    </Section>
  )
}

function Uses({ contract }: { contract: ContractDetail }) {
  const t = useT()
  const format = useFormat()
  if (!contract.uses.length) return <EmptyState icon="people" title={t('contracts.uses.empty')} text={t('contracts.uses.empty_text')} />
  return (
    <Section title={t('contracts.uses.title')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {contract.uses.map((use) => (
          <Stack
            component="li"
            direction="row"
            key={use.key}
            sx={({ surfaces }) => ({
              px: 5,
              py: 3,
              gap: 3,
              justifyContent: 'space-between',
              flexWrap: 'wrap',
              borderTop: `1px solid ${surfaces.divider}`,
            })}
          >
            <div>
              <Typography sx={{ fontWeight: 550 }}>{use.name || t('contracts.uses.gone')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {use.course}
              </Typography>
            </div>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[
                format.date(use.taken_at),
                t(use.given_back ? 'contracts.uses.back' : use.started ? 'contracts.uses.started' : 'contracts.uses.waiting'),
                ...(use.extra_cents ? [t('contracts.uses.extra', { amount: format.money(use.extra_cents) })] : []),
                ...(use.invoice ? [t('contracts.uses.invoice', { number: use.invoice })] : []),
              ].join(' · ')}
            </Typography>
          </Stack>
        ))}
      </Box>
    </Section>
  )
}
