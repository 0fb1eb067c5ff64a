import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef, type ReactNode } from 'react'
import { useFieldArray, type Control } from 'react-hook-form'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { VISUALLY_HIDDEN } from '../visually_hidden.js'
import { useFormState } from './form_context.js'

/** Only the form knows the list's own name. */
type Rows = { list: Record<string, unknown>[] }

export interface RepeatedFieldsProps {
  /** The path of the list in the form's values. */
  name: string
  /** The label of the list: "Contactpersonen". */
  label: string
  /** Shows the label to screen readers only, when a heading above already shows it. */
  labelHidden?: boolean
  /** The label of one item, with its number: "Contactpersoon 2". */
  itemLabel: (number: number) => string
  /** The verb on the button: "Contactpersoon toevoegen". */
  addLabel: string
  /** The initial values of a new item. */
  empty: Readonly<Record<string, unknown>>
  /** Maximum number of items. */
  max?: number
  /** The fields of one item; their names begin with `prefix`. */
  children: (prefix: string, index: number) => ReactNode
}

/** Hidden, but read by screen readers. */
const HIDDEN = { ...VISUALLY_HIDDEN, p: 0 } as const

/** Fields that are repeated in an order. Only in a <Form> or <Wizard>. */
export function RepeatedFields({ name, label, labelHidden = false, itemLabel, addLabel, empty, max, children }: RepeatedFieldsProps) {
  const t = useT()
  const { control, idOf, clearErrors } = useFormState()
  if (!control) throw new Error('<RepeatedFields> stands outside a <Form>')
  const { fields, append, remove, move } = useFieldArray<Rows, 'list'>({
    control: control as unknown as Control<Rows>,
    name: name as 'list',
  })
  const add = useRef<HTMLButtonElement>(null)
  // The errors in the list would be at other indexes afterwards, so they are cleared and checked again on submit.
  const rearrange = (change: () => void) => {
    clearErrors(name)
    change()
  }
  return (
    <Box component="fieldset" id={idOf(name)} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={labelHidden ? HIDDEN : { fontWeight: 600, mb: 2, p: 0 }}>
        {label}
      </Typography>
      <Stack component="ol" sx={{ gap: 4, p: 0, m: 0, listStyle: 'none' }}>
        {fields.map((item, index) => (
          <li key={item.id}>
            <Stack
              role="group"
              aria-label={itemLabel(index + 1)}
              sx={{ gap: 3, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
            >
              <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
                <Typography sx={{ flex: 1, fontWeight: 550 }}>{itemLabel(index + 1)}</Typography>
                <IconButton
                  onClick={() => rearrange(() => move(index, index - 1))}
                  disabled={index === 0}
                  aria-label={t('core.form.move_up', { what: itemLabel(index + 1) })}
                >
                  <Icon name="up" />
                </IconButton>
                <IconButton
                  onClick={() => rearrange(() => move(index, index + 1))}
                  disabled={index === fields.length - 1}
                  aria-label={t('core.form.move_down', { what: itemLabel(index + 1) })}
                >
                  <Icon name="down" />
                </IconButton>
                <IconButton
                  onClick={() => {
                    rearrange(() => remove(index))
                    add.current?.focus()
                  }}
                  aria-label={t('core.form.remove', { what: itemLabel(index + 1) })}
                >
                  <Icon name="delete" />
                </IconButton>
              </Stack>
              {children(`${name}.${index}.`, index)}
            </Stack>
          </li>
        ))}
      </Stack>
      {(max === undefined || fields.length < max) && (
        <Button ref={add} startIcon={<Icon name="add" />} onClick={() => append({ ...empty })} sx={{ mt: 3 }}>
          {addLabel}
        </Button>
      )}
    </Box>
  )
}
