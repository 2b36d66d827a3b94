import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type SandboxSearch, sandboxSearch } from '../sandbox-search.ts';
import { type Customer, FIRST_CUSTOMER, readCustomers, withCustomer } from './customers.ts';

const KEY = 'parley.sandbox.customers';

export interface CustomersInPage {
  customers: readonly Customer[];
  /** Whom one plays. */
  chosen: Customer;
  choose(number: string): void;
  /** Plays them from now on, in the place of the dialog that asked who. */
  add(customer: Customer): void;
}

/** Whom one plays in the sandbox: kept in this browser, chosen in the address. */
export function useCustomers(): CustomersInPage {
  const { customer: number } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const [customers, setCustomers] = useState(() => readCustomers(localStorage.getItem(KEY)));
  const linked = number === undefined ? undefined : customers.find((one) => one.number === number);
  const stranger = number === undefined ? undefined : { number, name: '' };
  const choose = (chosen: string): void => {
    void navigate({ search: (before) => ({ ...before, customer: chosen }) });
  };
  return {
    customers: linked === undefined && stranger !== undefined ? [...customers, stranger] : customers,
    chosen: linked ?? stranger ?? customers[0] ?? FIRST_CUSTOMER,
    choose,
    add: (customer) => {
      const all = withCustomer(customers, customer);
      localStorage.setItem(KEY, JSON.stringify(all));
      setCustomers(all);
      const search = (before: SandboxSearch) =>
        sandboxSearch({ ...before, customer: customer.number, open: null });
      void navigate({ search, replace: true, ignoreBlocker: true });
    },
  };
}
