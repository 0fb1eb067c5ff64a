import { settingsOf } from '#core/kit/settings'
import { companiesSettings } from '#plugins/companies/contract/index'

/** Whether the running company is a member of SIR, which gives a discount on exams (specification, section 9). */
export const isSirMember = async (): Promise<boolean> => (await settingsOf(companiesSettings)).sir_member
