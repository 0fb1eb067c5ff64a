import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, DayInput, ErrorState, Form, FormActions, LoadingState, TextInput, useToast } from '#web/ui'
import type { Seller } from '../../contract/index.js'
import { hasVatNumbers, isVatNumber } from '../../contract/vat_number.js'

const FIELDS = ['name', 'street', 'postalCode', 'city', 'country', 'vatNumber', 'registrationNumber', 'iban', 'bic', 'email'] as const
const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as unknown as Seller
/** Details entered before the register was asked for have no day. */
const valuesOf = (seller: Seller | null) => ({ ...(seller ?? EMPTY), crkboSince: seller?.crkboSince ?? null })

/** The seller: printed on every new invoice. */
export function SellerForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const query = useApiQuery(['invoices', 'seller'], () => api.invoices.seller.show({}))
  if (query.error)
    return <ErrorState error={query.error} part="invoices" title={t('invoices.viewer.failed')} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={6} />
  return (
    <Form<Seller, unknown>
      part="invoices"
      initialValues={valuesOf(query.data.data)}
      validate={(values) => [
        ...FIELDS.filter((field) => field !== 'bic').map((field) => check.required(values, field)),
        isWrong(values) && { field: 'vatNumber', rule: 'vat_number' },
      ]}
      onSubmit={(values) => api.invoices.seller.update({ body: values })}
      onSuccess={() => {
        toast.success(t('invoices.seller.saved'))
        void queryClient.invalidateQueries({ queryKey: ['invoices'] })
        onDone()
      }}
    >
      {FIELDS.map((field) => (
        <TextInput key={field} name={field} label={t(`invoices.seller.${field}`)} required={field !== 'bic'} maxLength={200} />
      ))}
      <DayInput name="crkboSince" label={t('invoices.seller.crkboSince')} help={t('invoices.seller.crkboSince_help')} />
      <FormActions submitLabel={t('core.actions.save')} onCancel={onDone} />
    </Form>
  )
}

/** Checked here as well: for a number that is too short, the server's validator only says that it is invalid. */
function isWrong({ country, vatNumber }: Seller): boolean {
  const number = vatNumber.replace(/[\s.-]/g, '').toUpperCase()
  return number !== '' && hasVatNumbers(country) && !isVatNumber(country, number)
}
