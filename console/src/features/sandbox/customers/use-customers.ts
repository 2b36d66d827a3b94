import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type SandboxSearch, sandboxSearch } from '../sandbox-search.ts';
import { type Customer, FIRST_CUSTOMER, readCustomers, withCustomer, withoutCustomer } from './customers.ts';

const KEY = 'parley.sandbox.customers';

export interface CustomerSelection {
  customers: readonly Customer[];
  /** The selected customer. */
  chosen: Customer;
  choose(number: string): void;
  /** Stores and selects a customer, and closes the dialog. */
  add(customer: Customer): void;
  /** Removes the selected customer; undefined if it isn't stored or is the only one. */
  forget: (() => void) | undefined;
}

/** Sandbox customers: the list is stored in this browser, the selection in the URL. */
export function useCustomers(): CustomerSelection {
  const { customer: number } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const [customers, setCustomers] = useState(() => readCustomers(localStorage.getItem(KEY)));
  const linked = number === undefined ? undefined : customers.find((one) => one.number === number);
  const unlisted = number === undefined ? undefined : { number, name: '' };
  const choose = (customer: string): void => {
    void navigate({ search: (before) => sandboxSearch({ ...before, customer, reachable: undefined }) });
  };
  const keep = (all: Customer[]): void => {
    localStorage.setItem(KEY, JSON.stringify(all));
    setCustomers(all);
  };
  const chosen = linked ?? unlisted ?? customers[0] ?? FIRST_CUSTOMER;
  const others = withoutCustomer(customers, chosen.number);
  const isKept = others.length < customers.length;
  return {
    customers: linked === undefined && unlisted !== undefined ? [...customers, unlisted] : customers,
    chosen,
    choose,
    add: (customer) => {
      keep(withCustomer(customers, customer));
      const search = (before: SandboxSearch) =>
        sandboxSearch({ ...before, customer: customer.number, reachable: undefined, open: null });
      void navigate({ search, replace: true, ignoreBlocker: true });
    },
    forget:
      isKept && others.length > 0
        ? () => {
            keep(others);
            void navigate({
              search: (before) => ({ ...before, customer: undefined, reachable: undefined }),
              replace: true,
            });
          }
        : undefined,
  };
}
