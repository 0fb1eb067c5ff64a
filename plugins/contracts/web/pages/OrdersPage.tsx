import { IconButton, Stack, Typography } from '@mui/material'
import { useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { ChosenCompany } from '#web/shell'
import {
  check,
  DayInput,
  EmptyState,
  ErrorState,
  Form,
  FormActions,
  Icon,
  LoadingState,
  PageHeader,
  Section,
  SidePanel,
  TextInput,
  Tip,
  usePanelParam,
  useToast,
} from '#web/ui'

const changed = () => void queryClient.invalidateQueries({ queryKey: ['contracts', 'orders'] })

/**
 * /administratie/inkoop/ and the tab: a company's purchase orders, whose numbers are checked when it books. An admin selects the company.
 */
export default function OrdersPage({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const panel = usePanelParam('nieuw')
  const isAdmin = isAdminRole(useUser().user_role)
  const [params] = useSearchParams()
  const isChosen = !isAdmin || params.has('id')
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('contracts.orders.title')}
        text={t('contracts.orders.text')}
        {...(isChosen && { action: { label: t('contracts.orders.add'), icon: 'add' as const, onClick: () => panel.open('1') } })}
      />
      <ChosenCompany
        from="/api/contracts/companies"
        label={t('contracts.field.company')}
        choose={{ title: t('contracts.orders.choose'), text: t('contracts.orders.choose_text') }}
      >
        {(company) => <Orders key={company} company={Number(company)} />}
      </ChosenCompany>
    </>
  )
}

const of = (company: number): Record<never, never> => (company ? { query: { company } } : {})

function Orders({ company }: { company: number }) {
  const t = useT()
  const format = useFormat()
  const panel = usePanelParam('nieuw')
  const query = useApiQuery(['contracts', 'orders', company], () => api.contracts.orders.index(of(company)))
  const remove = useApiMutation((id: number) => api.contracts.orders.remove({ params: { id } }), { onSuccess: changed })
  const orders = query.data?.data
  return (
    <>
      {query.error && (
        <ErrorState error={query.error} part="contracts" title={t('contracts.orders.failed')} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingState shape="rows" count={3} />}
      {orders?.length === 0 && <EmptyState icon="receipt" title={t('contracts.orders.empty')} text={t('contracts.orders.empty_text')} />}
      {orders && orders.length > 0 && (
        <Section flush>
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {orders.map((order) => (
              <Stack
                component="li"
                direction="row"
                key={order.id}
                sx={({ surfaces }) => ({
                  px: 5,
                  py: 3,
                  gap: 3,
                  alignItems: 'center',
                  justifyContent: 'space-between',
                  borderBottom: `1px solid ${surfaces.divider}`,
                })}
              >
                <div>
                  <Typography sx={{ fontWeight: 550 }}>{order.number}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {[order.text, order.ends_on && t('contracts.orders.until', { day: format.day(order.ends_on) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </div>
                <Tip title={t('contracts.orders.remove', { number: order.number })}>
                  <IconButton aria-label={t('contracts.orders.remove', { number: order.number })} onClick={() => remove.mutate(order.id)}>
                    <Icon name="delete" />
                  </IconButton>
                </Tip>
              </Stack>
            ))}
          </Stack>
        </Section>
      )}
      <SidePanel open={panel.value !== null} onClose={panel.close} title={t('contracts.orders.add')}>
        {panel.value !== null && <OrderForm company={company} onDone={panel.close} />}
      </SidePanel>
    </>
  )
}

function OrderForm({ company, onDone }: { company: number; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<{ number: string; text: string; ends_on: string | null }, unknown>
      part="contracts"
      initialValues={{ number: '', text: '', ends_on: null }}
      validate={(values) => [check.required(values, 'number')]}
      onSubmit={(body) => api.contracts.orders.create({ ...of(company), body })}
      onSuccess={(_answer, { number }) => {
        toast.success(t('contracts.saved', { name: number }))
        changed()
        onDone()
      }}
    >
      <TextInput name="number" label={t('contracts.field.order_number')} required maxLength={50} autoFocus />
      <TextInput name="text" label={t('contracts.orders.what')} maxLength={200} />
      <DayInput name="ends_on" label={t('contracts.orders.ends_on')} />
      <FormActions submitLabel={t('core.actions.save')} onCancel={onDone} />
    </Form>
  )
}
