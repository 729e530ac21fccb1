import { limits } from '../../contract/limits.ts';
import type { Store } from '../store/store.ts';
import type { Variants } from '../variants.ts';
import { departmentBody } from './bodies.ts';
import { type AdministrationAnswer, type AdministrationCall, error, success } from './call.ts';
import { pagedAnswer, pageRequestOf } from './pages.ts';

/** POST departments (service.md#create-department). */
export function createDepartment(
  call: AdministrationCall,
  organizationID: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const body = departmentBody(call.body, variants);
  if (body === undefined) return error(400);
  if (body.name === undefined && variants.departmentName === 'mandatory') return error(400);
  if (body.primaryAccountID === undefined && variants.primaryAccount === 'mandatory') return error(400);
  const { name = '', primaryAccountID = 0 } = body;
  return success(
    Number(variants.createDepartmentHttp),
    store.addDepartment({ organizationID, name, primaryAccountID }),
  );
}

/** GET departments (service.md#list-departments). */
export function listDepartments(
  call: AdministrationCall,
  organizationId: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const asked = pageRequestOf(call.query, limits.defaultPerPage, variants);
  if (typeof asked === 'number') return error(asked);
  const read = (window: { offset: number; limit: number }) => store.departments(organizationId, window);
  return pagedAnswer(call, asked, variants, read, (department) => department);
}
